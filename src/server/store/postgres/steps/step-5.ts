/**
 * Adds the guide of each person (closed for people who were there before), and the last good copies of lists of the
 * content that come from addresses. A release that knows only the first migrations does not use them.
 */
export const migration5 = `
CREATE TABLE guides (
  person text COLLATE "C" PRIMARY KEY,
  content text NOT NULL
);
INSERT INTO guides (person, content) SELECT id, '{"done":[],"isDismissed":true}' FROM people;

CREATE TABLE content_copies (
  key text COLLATE "C" PRIMARY KEY,
  list text COLLATE "C" NOT NULL,
  revision integer NOT NULL,
  due_at bigint NOT NULL,
  details text NOT NULL,
  entries text
);
`;
