import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createFieldFollower } from './field-follower.ts';

const names = ['name', 'message', 'crew', 'crew.age', 'terms'];
const room = '<div style="height: 3000px"></div>';
const field = (name: string) => `<div class="sw-field"><label for="f-${name}">${name}</label>
  <input id="f-${name}"><p id="f-${name}--hint">Hint of ${name}</p></div>`;

/** A section in which the message is far below the name. */
function section(html = `${field('name')}${room}${field('message')}${room}`) {
  document.body.innerHTML = `<button>Elsewhere</button><div id="root"><div class="sw-fields">${html}</div></div>`;
  const root = document.getElementById('root') as HTMLElement;
  const chosen: string[] = [];
  const { update } = createFieldFollower(root, ['f'], (one) => chosen.push(one));
  const choose = (one: string, isSeen = false) => update({ fields: names, chosen: one, isSeen });
  return { root, chosen, choose };
}

const marked = () => document.querySelector('[data-st-chosen] input')?.id;
const isSeen = (id: string) => {
  const { top, bottom } = document.getElementById(id)?.getBoundingClientRect() ?? new DOMRect();
  return bottom > 0 && top < innerHeight;
};

afterEach(() => {
  vi.restoreAllMocks();
  document.body.innerHTML = '';
  scrollTo({ top: 0, behavior: 'instant' });
});

describe('a field that is chosen in the studio', () => {
  it('is marked and brought into sight, and the focus stays where it is', async () => {
    const { choose } = section();
    await page.getByRole('button', { name: 'Elsewhere' }).click();
    choose('message');
    expect(marked()).toBe('f-message');
    await expect.poll(() => isSeen('f-message')).toBe(true);
    await expect.poll(() => document.activeElement?.textContent).toBe('Elsewhere');
    choose('name');
    expect(marked()).toBe('f-name');
    await expect.poll(() => isSeen('f-name')).toBe(true);
  });

  it('is brought into sight once it is drawn, unless somebody goes on in the section meanwhile', async () => {
    const { root, choose } = section(`${field('name')}${room}`);
    const draws = (name: string) => root.firstElementChild?.insertAdjacentHTML('beforeend', field(name));
    choose('message');
    draws('message');
    await expect.poll(() => isSeen('f-message')).toBe(true);
    scrollTo({ top: 0, behavior: 'instant' });
    choose('terms');
    await page.getByLabelText('name').click();
    draws('terms');
    await expect.poll(marked).toBe('f-terms');
    expect(isSeen('f-terms')).toBe(false);
  });

  it.each([
    ['smooth', false],
    ['instant', true],
  ])('moves %s where reduced motion is %s', (behavior, matches) => {
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches } as MediaQueryList);
    const scroll = vi.spyOn(window, 'scrollTo');
    section().choose('message');
    expect(scroll).toHaveBeenCalledWith(expect.objectContaining({ behavior }));
  });
});

it('A chosen field has a name tag over its corner, which takes no clicks', () => {
  const { root } = section();
  const follower = createFieldFollower(root, ['f'], () => undefined);
  follower.update({ fields: names, chosen: 'message', label: 'Your message', isSeen: true });
  expect(root.querySelector('[data-st-chosen]')?.getAttribute('data-st-chosen')).toBe('Your message');
  follower.update({ fields: names, chosen: 'message', label: 'Message', isSeen: true });
  expect(root.querySelector('[data-st-chosen]')?.getAttribute('data-st-chosen')).toBe('Message');
});

describe('a field that somebody goes to in the preview', () => {
  it('is told of a click anywhere in it, and takes what is typed; keys choose none', async () => {
    const { choose, chosen } = section(`${field('name')}${field('message')}`);
    choose('name');
    await page.getByText('Hint of message').click();
    expect(chosen).toEqual(['message']);
    choose('message', true);
    await page.getByLabelText('name').click();
    choose('name', true);
    await userEvent.keyboard('Ann');
    const before = chosen.length;
    await userEvent.tab();
    await expect.poll(() => document.activeElement?.id).toBe('f-message');
    await userEvent.tab({ shift: true });
    document.getElementById('f-message')?.click();
    expect(chosen.slice(before)).toEqual([]);
    expect(chosen.at(-1)).toBe('name');
    await expect.element(page.getByLabelText('name')).toHaveValue('Ann');
  });

  it('stays where it is on the screen', async () => {
    const { choose } = section(`${field('name')}<div style="height: 80vh"></div>${field('message')}`);
    choose('name');
    const scroll = vi.spyOn(window, 'scrollTo');
    choose('message', true);
    expect(marked()).toBe('f-message');
    expect(scroll).not.toHaveBeenCalled();
  });

  it('is the innermost one, whichever item of a list it stands in', async () => {
    const { choose, chosen } = section(
      `<fieldset class="sw-fieldset"><legend id="f-crew--label">Crew</legend>${field('crew-1-age')}</fieldset>`,
    );
    choose('name');
    await page.getByLabelText('crew-1-age').click();
    await page.getByText('Crew', { exact: true }).click();
    expect([...new Set(chosen)]).toEqual(['crew.age', 'crew']);
  });
});
