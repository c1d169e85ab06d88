/** The saved views of the inbox. A release that knows only the first migrations does not read them. */
export const migration8 = `
-- One row per person. The revision increases with each change.
CREATE TABLE inbox_views (
  person text COLLATE "C" PRIMARY KEY,
  revision integer NOT NULL,
  content text NOT NULL
);
`;
