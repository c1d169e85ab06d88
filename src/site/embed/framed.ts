/** On a form's page in a frame: tells the page around how high it is, when that changes and when it is asked (`frame.ts`). */

const form = document.querySelector('main');
const tell = () =>
  parent.postMessage({ type: 'slipway:height', height: form?.getBoundingClientRect().height }, '*');

if (form && parent !== window) {
  // A frame that is out of sight is not laid out, so that no observer would tell of it.
  tell();
  new ResizeObserver(tell).observe(form);
  addEventListener('message', ({ data }) => data?.type === 'slipway:ask' && tell());
}
