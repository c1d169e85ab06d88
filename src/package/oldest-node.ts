/**
 * The oldest version of Node that has everything that the package uses, such as `module.enableCompileCache`.
 */
export const oldestNode = { major: 22, minor: 15 } as const;

export const oldestNodeName = `${oldestNode.major}.${oldestNode.minor}`;
