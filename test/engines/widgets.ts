import { describe } from 'vitest';
import { stayPath } from '../widgets/stay-documents.ts';
import { it } from './engine-journey.ts';
import type { EngineVisitor } from './visitor.ts';

const ada = { name: 'Ada Marsh', 'born[day]': '3', 'born[month]': '5', 'stay[berth]': 3, 'stay[staff]': 1 };

/** Waits until a home port can be searched, and types. */
async function searchesPort(visitor: EngineVisitor, typed: string): Promise<void> {
  await visitor.awaits('a list to search', () => document.querySelector('input[name="home_port"]') !== null);
  await visitor.fills({ home_port: typed });
}

describe('widgets that few forms have', () => {
  it('are filled in and sent', async ({ newVisitor, rare, expect }) => {
    const visitor = await newVisitor(undefined, rare);
    await visitor.visits(stayPath);
    const email = 'rare@example.com';
    await visitor.fills({ ...ada, email, 'born[year]': '84' });
    await searchesPort(visitor, 'helier');
    await visitor.awaits('one option', () => document.querySelectorAll('[role="option"]').length === 1);
    expect(await visitor.readValues('born[year]')).toEqual({ 'born[year]': '1984' });
    expect(await visitor.violations()).toEqual([]);
    await visitor.tab.click('[role="option"]');
    expect(await visitor.readValues('home_port')).toEqual({ home_port: 'Saint-Hélier' });
    await visitor.sends();
    await visitor.sees('Thank you for your words');
    const arrived = await rare.enquiries();
    expect(arrived.find(({ values }) => values.email === email)?.values).toMatchObject({
      born: '1984-05-03',
      home_port: 'st-helier',
      stay: { berth: 3, staff: 1 },
    });
  });

  it('lead to what is wrong in them', async ({ newVisitor, rare, expect }) => {
    const visitor = await newVisitor(undefined, rare);
    await visitor.visits(stayPath);
    await searchesPort(visitor, 'Portsmuth');
    await visitor.tab.press('Escape');
    await visitor.fills({ ...ada, email: 'wrong@example.com', 'born[day]': '31', 'born[month]': '2' });
    await visitor.fills({ 'born[year]': '1984' });
    await visitor.sends();
    await visitor.sees('Enter a day from 1 to 29: Date of birth');
    await visitor.sees('Choose from the list: Home port');
    await visitor.awaits(
      'focus on the day',
      () => document.activeElement?.getAttribute('name') === 'born[day]',
    );
    expect(await visitor.readValues('home_port')).toEqual({ home_port: 'Portsmuth' });
    expect(await visitor.violations()).toEqual([]);
  });

  it('make groups of the rows of a matrix on a phone', async ({ newVisitor, rare, expect }) => {
    const visitor = await newVisitor(undefined, rare);
    await visitor.tab.resize(375, 800);
    await visitor.visits(stayPath);
    await visitor.awaits(
      'a group for each row',
      () => document.querySelectorAll('[role="radiogroup"]').length === 3,
    );
    expect(await visitor.violations()).toEqual([]);
    await visitor.tab.resize(1280, 900);
    await visitor.awaits('a table', () => document.querySelector('[role="radiogroup"]') === null);
  });

  it('are posted without scripts', async ({ newVisitor, rare, expect }) => {
    const visitor = await newVisitor(undefined, rare);
    visitor.relay.removeScripts();
    await visitor.visits(stayPath);
    const email = 'rare-plain@example.com';
    await visitor.fills({ ...ada, email, home_port: 'fowey' });
    await visitor.sends();
    await visitor.sees('Enter the year as well: Date of birth');
    expect(await visitor.violations()).toEqual([]);
    await visitor.fills({ 'born[year]': '84' });
    await visitor.sends();
    await visitor.sees('Thank you for your words');
    const arrived = await rare.enquiries();
    expect(arrived.find(({ values }) => values.email === email)?.values).toMatchObject({
      born: '1984-05-03',
    });
  });
});
