import type { FormType } from '#engine';
import { findNearestName } from '#engine/compile/index.ts';
import type { Command, ExitCode } from '../../command/command.ts';
import { formatJsonOutput, type Io } from '../../command/io.ts';
import { fileOptions, writeOutput } from '../output/write-output.ts';
import { presetPhrases } from '../preset/help.ts';
import { bundledSchema, typeSchema } from '../types/bundle-schema.ts';
import { runWithForm } from '../workspace/form.ts';

export const jsonSchemaCommand: Command = {
  name: 'jsonschema',
  subject: 'documents',
  summary: 'generates one JSON Schema of all enquiries, for other languages',
  description: [
    `Bundles the schemas of all enquiry types into one JSON Schema for other languages. Shared fields are inlined; enquiry_type is the discriminator. Rules, such as ${presetPhrases.ruleResult} and limits of photos, are not included.`,
  ],
  options: {
    type: { value: 'KEY', description: 'Only this enquiry type.' },
    ...fileOptions,
  },
  examples: [
    ['slipway jsonschema --out enquiry.schema.json', 'Writes the bundle.'],
    ['slipway jsonschema --type service', 'Prints the schema of service enquiries.'],
  ],
  failure: 'the documents have errors, or --check finds a difference',
  /**
   * Generates the schema of all types, or of `--type`, for `writeOutput`. Prints an error and returns 2 for
   * an unknown type.
   */
  run: (given, io) =>
    runWithForm(given, io, async ({ form }) => {
      const key = given.text('type');
      const type = form.types.find((candidate) => candidate.key === key);
      if (key !== undefined && type === undefined) return printUnknownTypeError(key, form.types, io);
      return writeOutput(
        { text: formatJsonOutput(type === undefined ? bundledSchema(form) : typeSchema(type)) },
        given,
        io,
      );
    }),
};

/**
 * Prints to standard error that no type has the key, with the nearest key or all keys. Returns exit code 2.
 */
function printUnknownTypeError(key: string, types: readonly FormType[], { err }: Io): ExitCode {
  const keys = types.map((type) => type.key);
  const nearest = findNearestName(key, keys);
  err(
    `Cannot find "--type ${key}": ${nearest === undefined ? `there are ${keys.join(', ')}` : `the nearest is "${nearest}"`}\n`,
  );
  return 2;
}
