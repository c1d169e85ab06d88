import type { Command } from '../args/command.ts';
import { check } from './check.ts';

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [check];
