import type { Bench } from '../row.ts';
import { bench as kills } from './kills.ts';
import { bench as submissions } from './submissions.ts';

/** What several servers over one PostgreSQL are measured by. */
export const clusterBenches: Readonly<Record<string, Bench>> = {
  'cluster/kills': kills,
  'cluster/submissions': submissions,
};
