import { store, stored } from './storage.js';

let lock = null;
let isWanted = false;
let audio = null;

/** Keeps the screen on, where the browser can: over TLS and on this machine. */
export async function keepAwake(wanted) {
  isWanted = wanted;
  if (!wanted) {
    const held = lock;
    lock = null;
    await held?.release().catch(() => {});
    return;
  }
  if (lock || !navigator.wakeLock || document.hidden) return;
  try {
    lock = await navigator.wakeLock.request('screen');
    lock.addEventListener('release', () => { lock = null; });
    if (!isWanted) await keepAwake(false);
  } catch {
    // A browser may refuse, such as with a low battery.
    lock = null;
  }
}

/** Whether the screen is kept on now. */
export const isAwake = () => lock !== null;

document.addEventListener('visibilitychange', () => {
  if (isWanted && !document.hidden) keepAwake(true);
});

/** Whether results are told by sound and vibration. */
export const isAudible = () => stored('sound') !== false;
export const setAudible = (wanted) => store('sound', wanted);

/** Tells a result by sound and vibration: once. */
export function tellResult(isGood) {
  if (!isAudible()) return;
  navigator.vibrate?.(isGood ? 80 : [120, 80, 120]);
  try {
    audio ??= new AudioContext();
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    volume.gain.setValueAtTime(0.15, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.3);
    tone.frequency.value = isGood ? 880 : 220;
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.3);
  } catch {
    // No sound on this device.
  }
}
