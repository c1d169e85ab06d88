import { boat, condition, stepSite, you } from '../steps/step-site.ts';
import { journeysOn } from '../support/journey.ts';
import type { Visitor } from '../support/visitor.ts';

export const it = journeysOn(stepSite());

export const page = 'What is my boat worth?';

export async function answersAll(visitor: Visitor, email: string): Promise<void> {
  await visitor.fills(boat);
  await visitor.sends();
  await visitor.control('engine_hours').waitFor();
  await visitor.fills(condition);
  await visitor.sends();
  await visitor.sees('Step 3 of 5');
  await visitor.sends();
  await visitor.control('email').waitFor();
  await visitor.fills({ ...you, email });
  await visitor.sends();
  await visitor.sees('Check your answers');
}
