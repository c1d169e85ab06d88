import type { CommandArguments, CommandOptions } from '../../../command/command.ts';
import type { EnquiryFilter } from '../../store/records/inbox-entry.ts';

/** The options of `slipway enquiries` that filter by offices. */
export const officeFilters = {
  office: { value: 'OFFICE', description: 'The current office: its name or id.' },
} as const satisfies CommandOptions;

/** Returns the filter in these options, with the name or id as it was typed; empty without them. */
export function readOfficeFilters(given: CommandArguments): Pick<EnquiryFilter, 'office'> {
  const office = given.text('office');
  return office === undefined ? {} : { office };
}

/** The texts about offices in the help and the usage of `--forward`. */
export const forwardUsage = {
  value: 'OFFICE',
  target: 'an office',
  description: 'Forwards it to another office (--to), which gets its mail.',
} as const;
