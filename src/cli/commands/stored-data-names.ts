/** The names of the commands about stored data, for programs without their code. */
export const storedDataNames = ['enquiries', 'photos', 'audit', 'backup', 'owner', 'migrate'] as const;

export type StoredDataCommand = (typeof storedDataNames)[number];
