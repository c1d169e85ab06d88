import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hydrateOnIntent, type IntentHydration } from './hydrate-on-intent.ts';
import { intentEvents } from './hydration-time.ts';

let root: HTMLElement;
/** The events that the page's own listeners get, by type and element. */
let seen: string[];

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  root = document.createElement('div');
  root.innerHTML = `
    <form>
      <input name="name">
      <button type="submit" name="send">Send</button>
      <button type="submit" name="add">Add</button>
      <button type="button" name="pick">Pick</button>
    </form>
    <div class="sw-launch"><a class="sw-button" href="#opened">Contact us</a></div>`;
  document.body.append(root);
  seen = [];
  for (const type of ['click', 'submit'])
    root.addEventListener(type, (event) => {
      const { submitter = event.target } = event as SubmitEvent;
      seen.push(`${type} ${(submitter as HTMLElement | null)?.getAttribute('name') ?? 'link'}`);
      // The test's page must stay.
      if (type === 'submit') event.preventDefault();
    });
});
afterEach(() => {
  root.remove();
  localStorage.clear();
  location.hash = '';
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const find = (selector: string) => root.querySelector(selector) as HTMLElement;
const press = (name: string) => find(`[name="${name}"]`).click();
const touch = (type: string) => find('input').dispatchEvent(new Event(type, { bubbles: true }));
const state = () => root.dataset.hydration;
/** Lets the time of the page pass, and whatever follows from it. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Starts to wait for an intent. `load` ends the loading, `hydrate` the hydration. */
function waitForIntent(options: Partial<IntentHydration> = {}) {
  const loaded = Promise.withResolvers<void>();
  const hydrated = Promise.withResolvers<void>();
  const calls: string[] = [];
  const form = hydrateOnIntent(root, {
    hasAnswer: false,
    isPostable: true,
    ...options,
    hydrate: async ({ mayHydrate }) => {
      calls.push('load');
      await loaded.promise;
      if (!(await mayHydrate())) return;
      calls.push('hydrate');
      await hydrated.promise;
    },
  });
  return { calls, loaded, hydrated, form };
}

describe('hydrateOnIntent', () => {
  it('does nothing until somebody touches the form', async () => {
    const { calls } = waitForIntent();
    document.body.dispatchEvent(new Event('pointerover', { bubbles: true }));
    await pass(10_000);
    expect([calls, state()]).toEqual([[], 'waiting']);
  });

  it.each(intentEvents.filter((type) => type !== 'submit'))('hydrates once, at %s', async (type) => {
    const { calls, loaded, hydrated } = waitForIntent();
    touch(type);
    touch(type);
    await pass(200);
    expect([calls, state()]).toEqual([['load'], 'loading']);
    loaded.resolve();
    await pass(2_000);
    expect([calls, state()]).toEqual([['load', 'hydrate'], 'hydrating']);
    hydrated.resolve();
    await pass(0);
    expect(state()).toBe('done');
  });

  it.each([
    ['it has answers', () => waitForIntent({ hasAnswer: true })],
    [
      'something is entered',
      () => {
        (find('input') as HTMLInputElement).value = 'Ada';
        return waitForIntent();
      },
    ],
    [
      'a fragment leads into it',
      () => {
        find('input').id = 'field';
        const waiting = waitForIntent();
        location.hash = 'field';
        dispatchEvent(new HashChangeEvent('hashchange'));
        return waiting;
      },
    ],
    [
      'the browser restores what was entered',
      () => {
        const waiting = waitForIntent();
        (find('input') as HTMLInputElement).value = 'Ada';
        dispatchEvent(new PageTransitionEvent('pageshow'));
        return waiting;
      },
    ],
    [
      'an enquiry is found that waits to be sent',
      () => {
        const waiting = waitForIntent();
        localStorage.setItem('slipway:waiting', '1');
        dispatchEvent(new Event('slipway:waiting'));
        return waiting;
      },
    ],
  ])('hydrates without an intent if %s', async (_what, open) => {
    const { calls } = open();
    await pass(200);
    expect(calls).toEqual(['load']);
  });

  it('waits with a press for ever if no server takes a post', async () => {
    waitForIntent({ isPostable: false });
    press('send');
    await pass(60_000);
    expect([seen, state()]).toEqual([['click send'], 'loading']);
  });

  it('holds presses until the form is hydrated, and repeats them in order', async () => {
    const { loaded, hydrated } = waitForIntent();
    press('add');
    await pass(200);
    press('pick');
    press('send');
    expect(seen).toEqual(['click add', 'click send']);
    seen = [];
    loaded.resolve();
    await pass(0);
    press('add');
    hydrated.resolve();
    await pass(100);
    expect(seen.filter((one) => one.startsWith('submit') || one.endsWith('pick'))).toEqual([
      'submit add',
      'click pick',
      'submit send',
      'submit add',
    ]);
  });

  it('repeats a press after what the one before has changed is rendered', async () => {
    const { loaded, hydrated } = waitForIntent();
    press('pick');
    press('pick');
    press('pick');
    loaded.resolve();
    await pass(200);
    const counted: number[] = [];
    let rendered = 0;
    find('[name="pick"]').addEventListener('click', () => {
      counted.push(rendered);
      queueMicrotask(() => {
        rendered += 1;
        // A press amid the others is repeated as the last.
        if (rendered === 1) press('pick');
      });
    });
    hydrated.resolve();
    await pass(100);
    expect([counted, state()]).toEqual([[0, 1, 2, 3], 'done']);
  });

  it('repeats Enter in the panel for saving answers as a press on its button', async () => {
    find('form').insertAdjacentHTML('afterbegin', '<input type="submit" name="enter" aria-hidden="true">');
    find('form').insertAdjacentHTML(
      'beforeend',
      '<details open class="sw-resume"><input name="email"><input type="submit" name="save"></details>',
    );
    const { loaded, hydrated } = waitForIntent();
    find('[name="email"]').focus();
    press('enter');
    loaded.resolve();
    await pass(200);
    seen = [];
    hydrated.resolve();
    await pass(100);
    expect(seen).toEqual(['click save', 'submit save']);
  });

  it('finds Send again if its label was translated and React has rendered the form again', async () => {
    const { loaded, hydrated } = waitForIntent();
    const form = find('form');
    const rendered =
      '<div class="sw-actions"><button type="submit" class="sw-button--primary" name="main">Send</button></div>';
    form.innerHTML = rendered.replace('>Send<', '>Senden<');
    press('main');
    loaded.resolve();
    await pass(200);
    form.innerHTML = rendered;
    seen = [];
    hydrated.resolve();
    await pass(100);
    expect(seen).toEqual(['click main', 'submit main']);
  });

  it.each([
    ['repeats a press that hydration interrupted, on the new control', 'pick', ['click pick']],
    ['repeats no press that ended elsewhere', 'send', []],
  ])('%s', async (_what, name, clicked) => {
    const { loaded, hydrated } = waitForIntent();
    touch('focusin');
    loaded.resolve();
    await pass(200);
    find('[name="pick"]').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    const replacement = find('[name="pick"]').cloneNode(true);
    find('[name="pick"]').replaceWith(replacement);
    hydrated.resolve();
    await pass(100);
    for (let times = 0; times < 2; times += 1)
      find(`[name="${name}"]`).dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
    await pass(100);
    expect([seen, state()]).toEqual([clicked, 'done']);
  });

  it('lets the browser post the form if hydration takes too long, and hydrates it no more', async () => {
    const { calls, loaded } = waitForIntent();
    press('send');
    await pass(1_900);
    expect(seen).toEqual(['click send']);
    await pass(200);
    expect([seen.slice(1), state()]).toEqual([['click send', 'submit send'], 'left']);
    loaded.resolve();
    await pass(10_000);
    expect(calls).toEqual(['load']);
    press('send');
    expect(seen.slice(3)).toEqual(['click send', 'submit send']);
  });

  it('posts the form in time for a visitor who presses again and again', async () => {
    waitForIntent();
    press('send');
    await pass(1_500);
    press('send');
    await pass(600);
    expect([seen.slice(2), state()]).toEqual([
      ['click send', 'submit send', 'click send', 'submit send'],
      'left',
    ]);
  });

  it('hydrates a page that the browser has kept after it was left', async () => {
    const { calls } = waitForIntent();
    press('send');
    await pass(3_000);
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(state()).toBe('waiting');
    touch('focusin');
    await pass(200);
    expect(calls).toEqual(['load', 'load']);
  });

  it('opens a dialog by the button that has replaced its link', async () => {
    const { loaded, hydrated } = waitForIntent();
    find('a').click();
    await pass(200);
    loaded.resolve();
    await pass(0);
    find('.sw-launch').innerHTML = '<button type="button" class="sw-button" name="open">Contact us</button>';
    hydrated.resolve();
    await pass(100);
    expect([seen, location.hash]).toEqual([['click open'], '']);
  });

  it('gets events that React stops before they reach the form', async () => {
    const { calls } = waitForIntent();
    const listening = new AbortController();
    const stop = (event: Event) => event.stopPropagation();
    document.addEventListener('focusin', stop, { capture: true, signal: listening.signal });
    touch('focusin');
    listening.abort();
    await pass(200);
    expect(calls).toEqual(['load']);
  });

  it('hydrates a form without an intent if its page asks for that, once', async () => {
    const { calls, form } = waitForIntent();
    form.start();
    form.start();
    await pass(200);
    expect([calls, state()]).toEqual([['load'], 'loading']);
  });

  it('stops for a form that is removed, also while its modules are loading', async () => {
    const { calls, loaded, form } = waitForIntent();
    touch('focusin');
    await pass(200);
    form.stop();
    loaded.resolve();
    await pass(0);
    touch('focusin');
    await pass(200);
    expect(calls).toEqual(['load']);
  });

  it('leaves a click that opens another tab to the browser', async () => {
    waitForIntent();
    find('a').addEventListener('click', (event) => event.preventDefault());
    find('a').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true }));
    expect(seen).toEqual(['click link']);
  });

  it('waits until a pointer is up, so that its click is not lost', async () => {
    const { calls, loaded } = waitForIntent();
    touch('pointerdown');
    loaded.resolve();
    await pass(500);
    expect(calls).toEqual(['load']);
    touch('pointerup');
    await pass(0);
    expect(calls).toEqual(['load', 'hydrate']);
  });

  it('says that loading failed, lets the browser post the form, and tries again at a later touch', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
    const failure = new Error('no network');
    let tries = 0;
    const hydrate = async () => {
      tries += 1;
      throw failure;
    };
    hydrateOnIntent(root, { hasAnswer: false, isPostable: true, hydrate });
    touch('pointerover');
    await pass(200);
    expect(consoleError.mock.calls).toEqual([['Cannot load what draws the form:', failure]]);
    expect([tries, state()]).toEqual([1, 'failed']);
    touch('pointerover');
    await pass(200);
    expect(tries).toBe(1);
    press('send');
    expect(seen).toEqual(['click send']);
    await pass(200);
    expect([tries, seen.slice(1), state()]).toEqual([2, ['click send', 'submit send'], 'left']);
  });

  it('leaves a form that cannot be rendered as it is', async () => {
    let tries = 0;
    const hydrate: IntentHydration['hydrate'] = async ({ mayHydrate }) => {
      tries += 1;
      await mayHydrate();
      throw new Error('cannot be rendered');
    };
    hydrateOnIntent(root, { hasAnswer: false, isPostable: true, hydrate });
    press('send');
    await pass(200);
    expect([seen.slice(1), state()]).toEqual([['click send', 'submit send'], 'left']);
    touch('focusin');
    await pass(200);
    expect(tries).toBe(1);
  });

  it('lets the browser post a form whose hydration does not end', async () => {
    const { loaded } = waitForIntent();
    press('send');
    loaded.resolve();
    await pass(9_000);
    expect([seen, state()]).toEqual([['click send'], 'hydrating']);
    await pass(2_000);
    expect([seen.slice(1), state()]).toEqual([['click send', 'submit send'], 'plain']);
  });
});
