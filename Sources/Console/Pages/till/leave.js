import { replace, route } from '../shell/router.js';
import { endToasts } from '../shell/toast.js';
import { account } from './account.js';
import { orders } from './orders.js';

/** Forgets the member and returns to the start. A booking that could still be undone is sent before. */
export async function leave() {
  for (const dialog of document.querySelectorAll('dialog[open]')) dialog.close();
  orders.isLeaving = true;
  try {
    endToasts();
    await orders.flush();
    await account.logOut();
  } finally {
    orders.isLeaving = false;
  }
  if (route().screen === 'till') replace('till');
}
