import { runStatements } from './temporary-database.ts';

/** A column, as a query of `information_schema.columns` returns it. */
interface Column {
  readonly table_name: string;
  readonly column_name: string;
  readonly data_type: string;
  readonly is_nullable: 'YES' | 'NO';
  /** True if it has a default or is an identity, so an insertion may omit it. */
  readonly is_filled: boolean;
  /** True if the database always computes it, so it cannot be written. */
  readonly is_generated: boolean;
}

/** Returns the source of `tables.gen.ts`, from the columns of a database. */
export async function generateTables(url: string): Promise<string> {
  const columns = (await runStatements(
    url,
    `SELECT table_name, column_name, coalesce(nullif(data_type, 'ARRAY'), udt_name) AS data_type, is_nullable, is_generated = 'ALWAYS' AS is_generated,
       column_default IS NOT NULL OR is_identity = 'YES' AS is_filled
     FROM information_schema.columns WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position`,
  )) as readonly Column[];
  const names = [...new Set(columns.map(({ table_name }) => table_name))];
  const tables = names.map((name) => {
    const lines = columns.filter(({ table_name }) => table_name === name).map(toPropertyLine);
    return `  readonly ${name}: {\n${lines.join('\n')}\n  };`;
  });
  return `// Written by a test of what the migrations make (migrations.long.postgres.test.ts); \`npm run test:postgres -- -u\` renews it.
import type { Generated, GeneratedAlways } from 'kysely';

/** Each table of the database, with what its columns hold. */
export interface Tables {
${tables.join('\n')}
}
`;
}

/** Returns the line of a column in the interface of its table: `    number: Generated<number>;` */
function toPropertyLine({ column_name, data_type, is_nullable, is_filled, is_generated }: Column): string {
  const held = `${toTypeScriptType(data_type)}${is_nullable === 'YES' ? ' | null' : ''}`;
  const type = is_generated ? `GeneratedAlways<${held}>` : is_filled ? `Generated<${held}>` : held;
  return `    ${column_name}: ${type};`;
}

/** Returns the TypeScript type of a column type. Throws if it is not in the list. */
function toTypeScriptType(dataType: string): string {
  const held = typeScriptTypes[dataType];
  if (!held) throw new Error(`Cannot tell what a column of "${dataType}" holds; add it to the list`);
  return held;
}

/** The TypeScript types of the values that `pg` returns by column type, with the parsers of `connect`. */
const typeScriptTypes: Readonly<Record<string, string>> = {
  bigint: 'number',
  // An array of `bigint`, which `connect` does not convert.
  _int8: 'readonly string[]',
  integer: 'number',
  'double precision': 'number',
  text: 'string',
  tsvector: 'string',
  uuid: 'string',
  boolean: 'boolean',
  bytea: 'Buffer',
  'timestamp with time zone': 'Date',
};
