import type { Io } from '../../../command/io.ts';
import type { EnquiryFilter } from '../../store/records/inbox-entry.ts';
import type { StoredData } from '../stored-data.ts';

/** An output format other than the default, a table or text. */
export type OutputFormat = 'json' | 'jsonl' | 'csv';

/** The surroundings of an action, and the arguments that several actions read. */
export interface EnquiriesContext extends StoredData {
  /** Empty for all enquiries. Type, office and assignee are as typed: a name, a key or an id. */
  readonly filter: EnquiryFilter;
  readonly format: OutputFormat | undefined;
  /** True if `--yes` skips the question for confirmation. */
  readonly isConfirmed: boolean;
  readonly io: Io;
}

/** An action with its values, or the listing. Prints its result. */
export type EnquiriesAct = (context: EnquiriesContext) => Promise<void>;

/** The author of audit entries for actions on the command line. */
export const commandLineAuthor = 'command line';
