/**
 * The block list of spam. `folded` is the value as it is compared. A release that does not know it blocks
 * nothing.
 */
export const migration6 = `
CREATE TABLE spam_blocks (
  id text COLLATE "C" PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('address', 'domain', 'phrase')),
  folded text COLLATE "C" NOT NULL,
  value text NOT NULL,
  reason text,
  person text COLLATE "C" NOT NULL,
  person_name text NOT NULL,
  added_at bigint NOT NULL,
  caught bigint NOT NULL DEFAULT 0,
  caught_at bigint,
  UNIQUE (kind, folded)
);
`;
