import { type Documents, optionSetNames, problemCodes, widgetNames } from '#engine';
import { blockKinds } from '#engine/blocks.ts';
import { findingKinds } from '#engine/check/index.ts';
import { documentProblems } from '#engine/compile/index.ts';
import { consequenceKinds } from '#engine/consequences/index.ts';
import type { Command } from '../args/command.ts';
import { formatCommonHelp, formatOwnHelp } from '../args/help.ts';
import { formatKeywordsReference } from './keywords-reference.ts';
import { formatMarkdownCode, formatMarkdownTable } from './markdown.ts';
import { formatRulesReference } from './rules-reference.ts';

/**
 * Formats the reference of facts, effects, codes and commands as Markdown, generated from the code that
 * defines them.
 */
export function formatReference(documents: Documents, commands: readonly Command[]): string {
  return `${[
    '# Reference',
    '',
    'Made of the code by `slipway reference`; `npm run check` fails where it is stale. Facts, conditions and effects are the words of `rules.json`, findings those of `slipway check`.',
    '',
    ...formatRulesReference(documents),
    '',
    ...formatNamesReference(),
    '',
    ...formatKeywordsReference(),
    '',
    ...formatSettingsReference(documents),
    '',
    ...formatFindingsReference(),
    '',
    ...formatConsequencesReference(),
    '',
    ...formatProblemsReference(),
    '',
    ...formatCommandsReference(commands),
  ].join('\n')}\n`;
}

function formatNamesReference(): readonly string[] {
  return [
    '## Names in schemas and UI schemas',
    '',
    `Widgets (\`ui:widget\`): ${widgetNames.map(formatMarkdownCode).join(', ')}.`,
    '',
    'Of these `date-parts` is for `"format": "date"`; `autocomplete` for one choice of `enum`, `oneOf` or an option set, or for any text with `examples`; `matrix` for an object whose properties share their choices. What they draw is loaded with forms that name one ([behaviour.md](behaviour.md#widgets-that-few-forms-have)).',
    '',
    `Option sets (\`ui:optionSet\`, and the effect \`options\`): ${optionSetNames.map(formatMarkdownCode).join(', ')}, and every list that \`lists.json\` declares.`,
    '',
    '## Blocks',
    '',
    'Text and pictures among the fields of a form: `ui:blocks` of its `ui.json` names them, `ui:order` puts each in its place, rules `hide` or `show` them. Their words stand in the texts, `blocks.<name>.<part>`, or for one form alone `forms.<type>.blocks.<name>.<part>`. All of it is plain text: a blank line starts a paragraph, and lines that begin with `- ` are a list. Headings come in two levels, below the title of the section. Nothing of a block is sent.',
    '',
    ...formatMarkdownTable(
      ['kind', 'meaning', 'texts', 'options'],
      Object.entries(blockKinds).map(([kind, { description, texts, options }]) => [
        formatMarkdownCode(kind),
        description,
        Object.entries(texts)
          .map(([part, need]) =>
            need === 'needed' ? formatMarkdownCode(part) : `${formatMarkdownCode(part)} if there is one`,
          )
          .join(', '),
        options.map(formatMarkdownCode).join(', '),
      ]),
    ),
    '',
    '## Steps',
    '',
    'A form may be divided into steps: `ui:steps` of its `ui.json` names them in their order, each with its fields, `[{"name": "boat", "fields": ["boat_make"]}]`. Every field stands on one of them, in the order of `ui:order`; blocks go along with the field before which they stand. A page shows the form in steps where its content says `inSteps`, else on one page. The last step, on which the answers are looked over, comes by itself. Rules `hide` or `show` a step by its name, which hides or shows its fields for the forms that have it; a step of which nothing is shown is skipped. Its words stand in the texts, `steps.<name>.title` and, below the title, `steps.<name>.text`, or for one form alone under `forms.<type>.`.',
    '',
    '## Lists',
    '',
    'What forms choose from besides offices, yacht models and events is a list by a name of its own: `lists.json` declares it, with what its items say of themselves, the content gives its items (`lists.json` of the content folder), a UI schema names it as `ui:optionSet`. What is sent for an item is its `id`, where it has one, else its `name`; it is shown by `names` in the language of the page, else by `name`. The effect `filter` keeps of the options of a field, whatever they come from, those of which its condition on `item.*` holds; a rule asks by `options.<field>` whether something is left.',
  ];
}

interface SettingSchema {
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, SettingSchema>>;
}

/**
 * Formats every key of `settings.json` with the description of its meta schema. A nested key is named by its
 * path.
 */
function formatSettingsReference(documents: Documents): readonly string[] {
  const rows = ({ properties = {}, required = [] }: SettingSchema, before = ''): readonly string[][] =>
    Object.entries(properties).flatMap(([name, inner]) => [
      [formatMarkdownCode(before + name), required.includes(name) ? 'yes' : 'no', inner.description ?? ''],
      ...rows(inner, `${before}${name}.`),
    ]);
  const all = rows((documents['meta/settings.schema.json'] ?? {}) as SettingSchema);
  return [
    '## Settings',
    '',
    'What stands in `settings.json`. A send that failed is told under `failureField`, as the server does not say which answer it was; where the form does not show that field, above the submit button.',
    '',
    ...formatMarkdownTable(
      ['key', 'required', 'meaning'],
      all.filter(([name]) => name !== formatMarkdownCode('$schema')),
    ),
  ];
}

function formatFindingsReference(): readonly string[] {
  return [
    '## Findings',
    '',
    'What `slipway check` tells. An error can stop a visitor, a warning is most likely a slip, a note is worth knowing.',
    '',
    ...formatMarkdownTable(
      ['code', 'severity', 'meaning'],
      Object.entries(findingKinds).map(([name, { severity, description }]) => [
        formatMarkdownCode(name),
        severity,
        description,
      ]),
    ),
    '',
    'Documents that cannot be read (`malformed-json`), or do not fit together, are errors before anything is proven:',
    '',
    ...formatMarkdownTable(
      ['code', 'meaning'],
      Object.entries(documentProblems).map(([name, description]) => [formatMarkdownCode(name), description]),
    ),
  ];
}

function formatConsequencesReference(): readonly string[] {
  return [
    '## Consequences',
    '',
    'What `slipway diff` tells of a new version, in this order. `type` (or `types`, where it is so for several) and `field` say what it is about, `where` whether it is so in all situations in which it can be seen, where a condition holds (`when`), on pages of one site, or in some; `situations` counts them, of as many as `of` says.',
    '',
    ...formatMarkdownTable(
      ['kind', 'meaning'],
      Object.entries(consequenceKinds).map(([name, description]) => [formatMarkdownCode(name), description]),
    ),
  ];
}

function formatProblemsReference(): readonly string[] {
  return [
    '## Problems of a visitor',
    '',
    `The codes that messages are written for (\`problems.<code>\` in the texts): ${problemCodes.map(formatMarkdownCode).join(', ')}.`,
  ];
}

function formatCommandsReference(commands: readonly Command[]): readonly string[] {
  return [
    '## Commands',
    '',
    'All commands have these options and exit codes:',
    '',
    '```text',
    formatCommonHelp(),
    '```',
    ...commands.flatMap((command) => [
      '',
      `### slipway ${command.name}`,
      '',
      '```text',
      formatOwnHelp(command),
      '```',
    ]),
  ];
}
