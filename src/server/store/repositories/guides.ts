import { type GuideView, guideSteps } from '../../../api/guide.ts';
import { lockGroup } from './coordination.ts';
import { defineStatement, execute, fetchFirst, type Repository, type Steps } from './statement.ts';

/** The calls about the guide for new people. */
export const guidesRepository: Repository<'guide' | 'changeGuide'> = {
  guide: loadGuide,
  *changeGuide({ person, done, isDismissed }) {
    // Two steps may be taken at once, in two windows.
    yield* lockGroup('people');
    const before = yield* loadGuide(person);
    const after: GuideView = {
      done: guideSteps.filter((step) => step === done || before.done.includes(step)),
      isDismissed: isDismissed ?? before.isDismissed,
    };
    yield* execute(upsertGuide({ person, content: JSON.stringify(after) }));
    return after;
  },
};

/** Returns the state of the guide of a person. Steps that this release does not have are left out. */
function* loadGuide(person: string): Steps<GuideView> {
  const row = yield* fetchFirst(selectGuide({ person }));
  const stored = Object(row === undefined ? {} : JSON.parse(row.content)) as Partial<GuideView>;
  return {
    done: guideSteps.filter((step) => stored.done?.includes(step)),
    isDismissed: stored.isDismissed === true,
  };
}

const selectGuide = defineStatement(({ db }, { person }: { readonly person: string }) =>
  db.selectFrom('guides').select('content').where('person', '=', person),
);

const upsertGuide = defineStatement(
  ({ db }, { person, content }: { readonly person: string; readonly content: string }) =>
    db
      .insertInto('guides')
      .values({ person, content })
      .onConflict((conflict) => conflict.column('person').doUpdateSet({ content })),
);
