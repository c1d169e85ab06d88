import { requirePorts } from '../server/app/listen.ts';
import { type Environment, readConfig, StartError } from '../server/platform/config/config.ts';

/**
 * Returns the lines of a start that would fail for its settings or a busy port, so that nobody waits for a build
 * to learn that; empty if there are none. The start checks the rest.
 */
export async function findStartProblems(env: Environment): Promise<readonly string[]> {
  try {
    await requirePorts(readConfig(env).config);
    return [];
  } catch (error) {
    if (error instanceof StartError) return error.lines;
    throw error;
  }
}
