/** The oldest Node that the package runs on: `module.enableCompileCache` and all else that it uses are there from it on. */
export const oldestNode = { major: 22, minor: 15 } as const;

/** `22.15` */
export const oldestNodeName = `${oldestNode.major}.${oldestNode.minor}`;
