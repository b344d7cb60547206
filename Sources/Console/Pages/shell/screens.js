/**
 * The screens, by their first word in the URL. `module` has a custom element as default export, whose method
 * `show(route)` is called at the start and at each change of the URL within the screen.
 */
export const screens = {
  tables: { folder: 'tables', place: 'tables' },
  beacons: { folder: 'tables', place: 'tables' },
  login: { folder: 'login', place: 'tables' },
  business: { folder: 'login', place: 'tables' },
  provision: { folder: 'provision', place: 'provision' },
  signal: { folder: 'signal', place: 'signal' },
  air: { folder: 'air', place: 'air' },
  gateway: { folder: 'gateway', place: 'gateway' },
  till: { folder: 'till', place: 'till' },
};

/** Screens that the bar leads to, in its order. The till is shown to crews where one is configured. */
export const places = ['tables', 'provision', 'signal', 'air', 'gateway', 'till'];

const loaded = new Map();

/** Loads a screen's module and style sheet; both once. */
export async function load(name) {
  const { folder } = screens[name];
  if (!loaded.has(folder)) {
    loaded.set(folder, Promise.all([import(`../${folder}/view.js`), style(`../${folder}/style.css`)]));
  }
  try {
    const [module] = await loaded.get(folder);
    return module.default;
  } catch (error) {
    loaded.delete(folder);
    throw error;
  }
}

function style(path) {
  return new Promise((done, failed) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = new URL(path, import.meta.url).href;
    link.onload = done;
    link.onerror = () => failed(new Error(path));
    document.head.append(link);
  });
}

/** URL of a script from elsewhere that the gateway serves if it is installed. */
export const vendorURL = (name) => new URL(`../vendor/${name}`, import.meta.url).href;
