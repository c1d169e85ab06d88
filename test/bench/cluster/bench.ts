import type { Bench } from '../row.ts';
import { bench as kills } from './kills.ts';
import { bench as submissions } from './submissions.ts';

export const clusterBenches: Readonly<Record<string, Bench>> = {
  'cluster/kills': kills,
  'cluster/submissions': submissions,
};
