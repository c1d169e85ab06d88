import { useCallback, useEffect, useRef, useState } from 'react';
import type { FormType } from '#engine';
import { loadNestedFields, needsNestedFields, type ValidatorModule } from '#widgets';
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
  const [arrived, setArrived] = useState<Readonly<Record<string, ValidatorModule>>>(source.loaded ?? {});
  const underWay = useRef(new Map<string, Promise<ValidatorModule | undefined>>());
  const latest = useRef({ arrived, source });
  latest.current = { arrived, source };

  const load = useCallback((wanted: FormType) => {
    const { key } = wanted;
    const present = latest.current.arrived[key];
    if (present) return Promise.resolve(present);
    const loading = underWay.current.get(key) ?? loadWith(latest.current.source, wanted).then(arrive, fail);
    underWay.current.set(key, loading);
    return loading;

    function arrive(module: ValidatorModule): ValidatorModule {
      setArrived((others) => ({ ...others, [key]: module }));
      return module;
    }
    /** Forgotten, so that the next call tries again. */
    function fail(error: unknown): undefined {
      underWay.current.delete(key);
      console.error(`Cannot load the validators of "${key}":`, error);
    }
  }, []);

  useEffect(() => {
    if (type && (isWanted || needsNestedFields(type))) void load(type);
  }, [type, isWanted, load]);

  return { module: type && arrived[type.key], load };
}

/** The validators of a type with conditions say nothing without what reads those. */
async function loadWith(source: Validators, type: FormType): Promise<ValidatorModule> {
  const [module] = await Promise.all([source.load(type.key), needsNestedFields(type) && loadNestedFields()]);
  return module;
}
