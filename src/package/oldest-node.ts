/** A version of Node. */
interface NodeVersion {
  readonly major: number;
  readonly minor: number;
}

/**
 * The oldest version of Node that has everything that the package uses, such as `module.enableCompileCache`.
 */
export const oldestNode: NodeVersion = { major: 22, minor: 15 };

/** The oldest version of Node for a server. */
export const oldestServerNode: NodeVersion = { major: 24, minor: 0 };

/** Formats a version of Node: `22.15`. */
export function formatNodeVersion({ major, minor }: NodeVersion): string {
  return `${major}.${minor}`;
}

/**
 * Returns the message for a program that this Node is too old for; undefined if it is new enough.
 * @param program The name of the program.
 * @param current The running version; absent: that of the process.
 */
export function describeOldNode(
  program: string,
  oldest: NodeVersion,
  current: string = process.versions.node,
): string | undefined {
  const [major = 0, minor = 0] = current.split('.').map(Number);
  if (major > oldest.major || (major === oldest.major && minor >= oldest.minor)) return undefined;
  return `Cannot run ${program}: it needs Node ${formatNodeVersion(oldest)} or later, and this is ${current}`;
}
