import { get } from './api.js';
import { Frame } from './frame.js';
import { route } from './router.js';
import { load, places, screens } from './screens.js';
import { session } from './session.js';
import { status } from './status.js';
import { language } from './language.js';

document.documentElement.lang = language();
const frame = new Frame();
document.body.append(frame);

// Most sessions begin with this screen: it comes while the gateway is asked for the session.
const { screen } = route();
load(screen in screens ? screen : places[0]).catch(() => {});

async function begin() {
  try {
    session.begin(await get('/v1/session'));
    status.start();
  } catch (error) {
    if (session.role === undefined) {
      frame.cannotBegin(error);
      setTimeout(begin, 2000);
    }
  }
}

begin();
