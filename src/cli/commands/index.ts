import type { Command } from '../args/command.ts';
import { check } from './check.ts';
import { diff } from './diff.ts';
import { explain } from './explain.ts';
import { format } from './format.ts';
import { graphql } from './graphql.ts';
import { jsonschema } from './jsonschema.ts';
import { referenceCommand } from './reference.ts';
import { test } from './test.ts';
import { types } from './types.ts';

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  check,
  test,
  explain,
  diff,
  types,
  graphql,
  jsonschema,
  format,
  referenceCommand(() => commands),
];
