import { createRoundRow, type Row } from '../row.ts';
import { type Contenders, startContenders } from './contenders.ts';
import { serveBadInput } from './measures/bad-input.ts';
import { measureMemory } from './measures/memory.ts';
import { type Measuring, measureInterleaved } from './measures/rounds.ts';

/**
 * Measures the peak memory of a page: an ordinary one, one with thousands of offices, and one with an extreme
 * number of fields.
 */
export async function measureMemoryRows(measuring: Measuring): Promise<readonly Row[]> {
  const { built } = measuring;
  return [
    await measureMemoryRow(measuring, '120 offices', await startContenders(120, built)),
    await measureMemoryRow(measuring, '3,000 offices', await startContenders(3_000, built)),
    await measureMemoryRow(measuring, '5,000 fields', await serveBadInput({ texts: 5_000 }, built)),
  ];
}

async function measureMemoryRow(
  { browser, rounds }: Measuring,
  what: string,
  { all, stop }: Contenders,
): Promise<Row> {
  const scripted = all.filter(({ name }) => name === 'ours' || name === 'handWritten');
  const found = await measureInterleaved(scripted, rounds, (one) => measureMemory(browser, one));
  await stop();
  return createRoundRow({
    what: `${what}: peak memory of the page’s process`,
    ...found.rounds((megabytes) => megabytes, 'ours', 'handWritten'),
    unit: 'MB',
    aim: { below: 1.3 },
  });
}
