import ar from './texts/ar.json' with { type: 'json' };
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import fr from './texts/fr.json' with { type: 'json' };
import it from './texts/it.json' with { type: 'json' };
import nl from './texts/nl.json' with { type: 'json' };
import pt from './texts/pt.json' with { type: 'json' };

/** The texts of the interface by key. They name no business, and no kind of message. */
type BuiltInTexts = Readonly<Record<keyof typeof en, string>>;

const textsByLanguage: Readonly<Record<string, BuiltInTexts>> = { ar, de, en, es, fr, it, nl, pt };

/** The languages whose texts are built in. */
export const builtInLocales: readonly string[] = Object.keys(textsByLanguage);

/** The keys of the built-in texts, which all languages have. */
export const builtInKeys: readonly string[] = Object.keys(en);

/** Returns the built-in texts of one of `builtInLocales`. */
export function getBuiltInTexts(language: string): Readonly<Record<string, string>> {
  return textsByLanguage[language] ?? en;
}
