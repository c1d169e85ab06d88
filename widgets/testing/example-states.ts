import type { Json } from '#engine';
import {
  exampleLocales,
  type JsonObject,
  type LocalizedText,
  type StateChange,
  type StateName,
  stateNames,
  type WidgetExamples,
} from './widget-examples.ts';

/** One state of a widget, as the documents and the situation of a form with only its field. */
export interface Example extends Pick<StateChange, 'content' | 'photos'> {
  readonly widget: WidgetExamples['widget'];
  readonly state: StateName;
  readonly field: string;
  /** The `forms/<type>/schema.json` of a form with only this field. */
  readonly schema: JsonObject;
  /** The `forms/<type>/ui.json` of the same form. */
  readonly ui: JsonObject;
  /** The texts and rules of the form, by file name. */
  readonly documents: JsonObject;
  readonly entered: JsonObject;
  /** True if the form was sent once, so that problems are shown. */
  readonly isSent: boolean;
}

/**
 * Returns the states of a widget in the order of `stateNames`: `listExampleStates(text).map(({state}) =>
 * state) // ['untouched', 'filled', ...]`. States that the widget removes, and special ones that it does not
 * define, are omitted.
 */
export function listExampleStates(examples: WidgetExamples): readonly Example[] {
  return stateNames.flatMap((state) => {
    const own = examples.states?.[state];
    const change = getCommonChange(examples, state);
    if (own === 'none' || (own === undefined && change === undefined)) return [];
    return createExample(examples, state, mergeStateChanges(change, own));
  });
}

/**
 * Returns the change of the form that makes a state which all widgets have. Returns undefined for the special
 * states, which only some widgets have.
 */
function getCommonChange(
  { filled, wrong, field }: WidgetExamples,
  state: StateName,
): StateChange | undefined {
  switch (state) {
    case 'untouched':
    case 'required':
      return {};
    case 'filled':
      return { entered: filled };
    case 'problem':
      return wrong === undefined ? {} : { entered: wrong };
    case 'disabled':
      return { schema: { default: filled }, ui: { 'ui:disabled': true } };
    case 'locked':
      return { schema: { default: filled }, ui: { 'ui:readonly': true } };
    case 'long':
      return { texts: { [`fields.${field}.label`]: longLabel, [`fields.${field}.hint`]: longHint } };
    case 'empty':
    case 'many':
    case 'other':
    case 'loading':
    case 'failing':
      return undefined;
  }
}

/** Returns both changes in one; in schema, UI schema and texts the properties of both. `own` wins. */
function mergeStateChanges(common: StateChange = {}, own: StateChange = {}): StateChange {
  return {
    ...common,
    ...own,
    schema: { ...common.schema, ...own.schema },
    ui: { ...common.ui, ...own.ui },
    texts: { ...common.texts, ...own.texts },
  };
}

/** Returns the example of a state: the widget's description with the change. */
function createExample(examples: WidgetExamples, state: StateName, change: StateChange): Example {
  const { widget, field, label } = examples;
  const { entered, content, photos = examples.photos } = change;
  const isRequired = state === 'required' || state === 'problem';
  const texts = { [`fields.${field}.label`]: label, ...examples.texts, ...change.texts };
  return {
    widget,
    state,
    field,
    isSent: state === 'problem',
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      ...(isRequired && { required: [field] }),
      properties: {
        [field]: { title: label.en, ...(change.ownSchema ?? examples.schema), ...change.schema },
      },
    },
    ui: { [field]: { 'ui:widget': widget, ...examples.ui, ...change.ui } },
    documents: {
      ...createTextDocuments(texts),
      'rules.json': { rules: examples.rules ?? [] },
    },
    entered: entered === undefined ? {} : { [field]: entered },
    ...(content && { content }),
    ...(photos && { photos }),
  };
}

/** Returns a document of texts for each language, by file name: `texts/en.json`. */
function createTextDocuments(texts: Readonly<Record<string, LocalizedText>>): JsonObject {
  return Object.fromEntries(
    exampleLocales.map((locale) => [
      `texts/${locale}.json`,
      Object.fromEntries(Object.entries(texts).map(([key, words]): [string, Json] => [key, words[locale]])),
    ]),
  );
}

/** This label is longer than a line and contains a word that is wider than a phone. */
const longLabel: LocalizedText = {
  en: 'The answer to a question that somebody wrote down as it came to mind, about Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch, and never shortened afterwards',
  de: 'Die Antwort auf eine Frage, die jemand so aufgeschrieben hat, wie sie ihm einfiel, mit einer Donaudampfschifffahrtsgesellschaftskapitänsmützenverordnung darin, und nie gekürzt',
  fr: 'La réponse à une question que quelqu’un a notée comme elle lui venait, anticonstitutionnellement et hexakosioihexekontahexaphobiquement, sans jamais la raccourcir ensuite',
  ar: 'الجواب عن سؤال كتبه أحدهم كما خطر بباله، وفيه كلمة طويلة هي أفاستسقيناكموهاأفاستسقيناكموهاأفاستسقيناكموها، ثم لم يختصره أحد بعد ذلك',
};

const longHint: LocalizedText = {
  en: 'You find it on the plate beside the companionway. Where the plate is gone, look on the papers of the boat, ask the yard that built her, or leave this empty: we call you back within two working days and find it out together.',
  de: 'Sie finden das auf dem Schild neben dem Niedergang. Fehlt das Schild, sehen Sie in den Papieren des Bootes nach, fragen Sie die Werft oder lassen Sie das Feld leer: Wir rufen innerhalb von zwei Werktagen zurück und finden es gemeinsam heraus.',
  fr: 'Vous le trouverez sur la plaque à côté de la descente. Si elle manque, consultez les papiers du bateau, demandez au chantier ou laissez ce champ vide\u202f: nous vous rappelons sous deux jours ouvrés pour le trouver ensemble.',
  ar: 'تجدونه على اللوحة بجانب مدخل المقصورة. فإن لم تكن اللوحة موجودة فانظروا في أوراق القارب، أو اسألوا الحوض الذي بناه، أو اتركوا هذا الحقل فارغًا: نتصل بكم خلال يومي عمل ونبحث عنه معًا.',
};
