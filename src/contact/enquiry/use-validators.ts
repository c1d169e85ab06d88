import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { FormType } from '#engine';
import { loadNestedFields, needsNestedFields, type ValidatorModule } from '#widgets';
import { type Lazy, lazy } from '#widgets/lazy.ts';
import type { Validators } from '../props.ts';

/** The compiled schema of the current type, as far as it has arrived. */
export interface CurrentValidators {
  readonly module: ValidatorModule | undefined;
  /** Gives the module of a type, undefined where it cannot be loaded: the server then has the last word alone. */
  readonly load: (type: FormType) => Promise<ValidatorModule | undefined>;
}

/** Loads the current type's validators: at once where drawing it takes them, else when they are wanted or `load` is called. */
export function useValidators(
  source: Validators,
  { type, isWanted }: { readonly type: FormType | undefined; readonly isWanted: boolean },
): CurrentValidators {
  const latest = useRef(source);
  latest.current = source;
  const [moduleOf] = useState(() => createModules(latest));
  const current = type && moduleOf(type);
  const loaded = () => current?.loaded();
  const module = useSyncExternalStore(current?.subscribe ?? noSubscription, loaded, loaded);
  const load = useCallback(
    (wanted: FormType) =>
      moduleOf(wanted)
        .load()
        .catch(() => undefined),
    [moduleOf],
  );
  useEffect(() => {
    if (type && (isWanted || needsNestedFields(type))) void load(type);
  }, [type, isWanted, load]);
  return { module, load };
}

const noSubscription = () => () => undefined;

/** The modules of types by their keys, each loaded once. */
function createModules(source: RefObject<Validators>): (type: FormType) => Lazy<ValidatorModule> {
  const modules = new Map<string, Lazy<ValidatorModule>>();
  return (type) => {
    const known = modules.get(type.key);
    if (known) return known;
    const module = lazy(() => loadWith(source.current, type));
    const present = source.current.loaded?.[type.key];
    if (present) module.provide(present);
    modules.set(type.key, module);
    return module;
  };
}

/** The validators of a type with conditions say nothing without what reads those. */
async function loadWith(source: Validators, type: FormType): Promise<ValidatorModule> {
  try {
    const needed = needsNestedFields(type) && loadNestedFields();
    const [module] = await Promise.all([source.load(type.key), needed]);
    return module;
  } catch (error) {
    console.error(`Cannot load the validators of "${type.key}":`, error);
    throw error;
  }
}
