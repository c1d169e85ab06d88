import type { FormType } from '#engine';
import { findNearestName } from '#engine/compile/index.ts';
import type { Command, ExitCode } from '../args/command.ts';
import { formatJsonOutput, type Io } from '../io.ts';
import { bundledSchema, typeSchema } from '../json-schema/bundle.ts';
import { fileOptions, writeOutput } from '../output/write-output.ts';
import { runWithForm } from '../workspace/form.ts';

export const jsonSchemaCommand: Command = {
  name: 'jsonschema',
  summary: 'writes one JSON Schema of all enquiries, for other languages',
  description: [
    'Bundles the schemas of all enquiry types into one that stands by itself: references to shared fields are in place, enquiry_type tells the types apart. Feed it to a generator or a validator of any language.',
    'It says what a submission looks like. What depends on the page (offered offices, limits of photos) is decided by rules, which no schema holds.',
  ],
  options: {
    type: { value: 'KEY', description: 'Only this enquiry type.' },
    ...fileOptions,
  },
  examples: [
    ['slipway jsonschema --out enquiry.schema.json', 'Writes the bundle.'],
    ['slipway jsonschema --type service', 'Prints the schema of service enquiries.'],
  ],
  failure: 'the documents have errors, or with --check the file is not up to date',
  run: (given, io) =>
    runWithForm(given, io, async ({ form }) => {
      const key = given.text('type');
      const type = form.types.find((candidate) => candidate.key === key);
      if (key !== undefined && type === undefined) return printUnknownType(key, form.types, io);
      return writeOutput(
        { text: formatJsonOutput(type === undefined ? bundledSchema(form) : typeSchema(type)) },
        given,
        io,
      );
    }),
};

function printUnknownType(key: string, types: readonly FormType[], { err }: Io): ExitCode {
  const keys = types.map((type) => type.key);
  const nearest = findNearestName(key, keys);
  err(
    `Cannot find "--type ${key}": ${nearest === undefined ? `there are ${keys.join(', ')}` : `the nearest is "${nearest}"`}\n`,
  );
  return 2;
}
