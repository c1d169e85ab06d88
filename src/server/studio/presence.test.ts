import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPresence, type PresenceChange } from './presence.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates a presence and a list of the changes that it reports. */
function createTestPresence() {
  const reported: PresenceChange[] = [];
  const presence = createPresence({ onChange: (news) => reported.push(news), everyMs: 500 });
  return { reported, ...presence };
}

const at = (page: string, place: string) => ({ page, name: 'Ann', place });

describe('createPresence', () => {
  it('tells what is other since it was told last, all of half a second at once', () => {
    const { reported, open, setPosition } = createTestPresence();
    const leave = open('one');
    open('two');
    open('');
    setPosition(at('one', '/studio/rules'));
    setPosition(at('one', '/studio/texts'));
    expect(reported).toEqual([]);
    vi.advanceTimersByTime(500);
    const two = { page: 'two', name: '', place: '' };
    expect(reported).toEqual([{ count: 3, here: [at('one', '/studio/texts'), two], gone: [] }]);
    setPosition(at('two', '/studio/rules'));
    vi.advanceTimersByTime(500);
    leave();
    vi.advanceTimersByTime(500);
    expect(reported.slice(1)).toEqual([
      { count: 3, here: [at('two', '/studio/rules')], gone: [] },
      { count: 2, here: [], gone: ['one'] },
    ]);
  });

  it('tells nothing where all is as it was told', () => {
    const { reported, open, setPosition } = createTestPresence();
    open('one');
    setPosition(at('one', '/studio'));
    vi.advanceTimersByTime(500);
    setPosition(at('one', '/studio/rules'));
    setPosition(at('one', '/studio'));
    open('two')();
    setPosition(at('nobody', '/studio'));
    vi.advanceTimersByTime(5_000);
    expect(reported).toHaveLength(1);
  });

  it('grows with who comes, and not with how many there are', () => {
    const { reported, open, setPosition } = createTestPresence();
    for (let page = 0; page < 400; page += 1) open(`${page}`);
    for (let page = 0; page < 400; page += 1) setPosition(at(`${page}`, '/studio'));
    vi.advanceTimersByTime(500);
    open('late');
    setPosition(at('late', '/studio'));
    vi.advanceTimersByTime(500);
    expect(reported.map(({ here }) => here.length)).toEqual([400, 1]);
  });

  it('calls somebody by their new name, who goes on from where they were', () => {
    const { reported, open, setPosition, renamePerson, getPresent } = createTestPresence();
    open('one');
    open('two');
    setPosition(at('one', '/studio/account'));
    setPosition({ ...at('two', '/studio/rules'), name: 'Bob' });
    renamePerson({ from: 'Ann', to: 'Anna' });
    vi.advanceTimersByTime(500);
    const anna = { page: 'one', name: 'Anna', place: '/studio/account' };
    expect(reported).toMatchObject([{ here: [anna, { page: 'two', name: 'Bob' }] }]);
    // The old name may be somebody else's by now, and the page is not theirs.
    setPosition(at('one', '/studio'));
    setPosition({ ...anna, place: '/studio/texts' });
    expect(getPresent().people).toMatchObject([{ ...anna, place: '/studio/texts' }, { name: 'Bob' }]);
  });

  it('says to whoever comes who is here, a page with two streams once', () => {
    const { open, setPosition, getPresent } = createTestPresence();
    const leave = open('one');
    open('one');
    setPosition(at('one', '/studio'));
    expect(getPresent()).toEqual({ count: 2, people: [at('one', '/studio')] });
    leave();
    expect(getPresent()).toEqual({ count: 1, people: [at('one', '/studio')] });
  });

  it('lets nobody speak for the page of somebody else, of which everybody is told', () => {
    const { open, setPosition, getPresent } = createTestPresence();
    open('one');
    setPosition(at('one', '/studio/rules'));
    open('one');
    setPosition({ page: 'one', name: 'Mal', place: '/studio/texts' });
    expect(getPresent().people).toEqual([at('one', '/studio/rules')]);
    setPosition(at('one', '/studio/texts'));
    expect(getPresent().people).toEqual([at('one', '/studio/texts')]);
  });
});
