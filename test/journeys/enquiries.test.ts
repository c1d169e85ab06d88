import { describeEnquiries, pairwiseCombinations } from './enquiries-cases.ts';

/** One of each placement, each of another type and kind of site. */
const sample = (['inline', 'modal', 'landing'] as const).flatMap((placement, at) => {
  const own = pairwiseCombinations.filter((one) => one.placement === placement);
  return own.slice(at, at + 1);
});

describeEnquiries(sample);
