import { performance } from 'node:perf_hooks';
import { checkMutant } from '../support/checked-mutants.ts';
import type { Bench } from './row.ts';

/** Counts the mutated documents for which `check` throws; the limit is 0. Prints the mutations of each. */
export const bench: Bench = async () => {
  const start = performance.now();
  let crashes = 0;
  for (let seed = 0; seed < mutants; seed += 1) {
    try {
      checkMutant(seed);
    } catch (error) {
      crashes += 1;
      console.log(error instanceof Error ? error.message : String(error));
    }
  }
  return [
    { what: `check, breakdowns over ${mutants} documents with slips`, ours: crashes, unit: '', limit: 0 },
    { what: 'check, one of them', ours: (performance.now() - start) / mutants, unit: 'ms' },
  ];
};

const mutants = 10_000;
