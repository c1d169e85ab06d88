import type { Command } from '../args/command.ts';
import { check } from './check.ts';
import { conformCommand } from './conform.ts';
import { diff } from './diff.ts';
import { explain } from './explain.ts';
import { exportCommand } from './export.ts';
import { format } from './format.ts';
import { graphql } from './graphql.ts';
import { importCommand } from './import.ts';
import { jsonschema } from './jsonschema.ts';
import { migrateData } from './migrate-data.ts';
import { publish } from './publish.ts';
import { pull } from './pull.ts';
import { push } from './push.ts';
import { referenceCommand } from './reference.ts';
import { test } from './test.ts';
import { types } from './types.ts';
import { versions } from './versions.ts';
import { webhookListen } from './webhook-listen.ts';

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  check,
  test,
  explain,
  diff,
  types,
  graphql,
  jsonschema,
  conformCommand,
  format,
  pull,
  push,
  publish,
  versions,
  exportCommand,
  importCommand,
  webhookListen,
  migrateData,
  referenceCommand(() => commands),
];
