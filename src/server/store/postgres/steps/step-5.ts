/** Adds the state of the guide of each person. People who were there before are not new: it is closed for them. */
export const migration5 = `
CREATE TABLE guides (
  person text COLLATE "C" PRIMARY KEY,
  content text NOT NULL
);
INSERT INTO guides (person, content) SELECT id, '{"done":[],"isDismissed":true}' FROM people;
`;
