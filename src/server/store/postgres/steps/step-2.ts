/** Until when what was erased may come back, since it may have been under way: SQLite's step 15. */
export const step2 = 'ALTER TABLE erased_files ADD COLUMN until bigint';
