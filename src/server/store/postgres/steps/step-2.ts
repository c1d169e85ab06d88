/** What several instances share besides. A release that knows step 1 alone goes on reading and writing beside it. */
export const step2 = `
-- Until when what was erased may come back, since it may have been under way: SQLite's step 15.
ALTER TABLE erased_files ADD COLUMN until bigint;

-- Whose a delivery is while it is under way, as \`mails.sender\`.
ALTER TABLE deliveries ADD COLUMN sender uuid;
`;
