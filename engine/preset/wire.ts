import type { FormQuery } from '../model/wire/operations.ts';
import { yardQueries } from '../yard/wire/queries.ts';

/** The queries that pages send besides the operation that sends the form. A preset may have none. */
export const presetQueries: readonly FormQuery[] = yardQueries;
