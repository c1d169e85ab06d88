import { itSurvivesKills } from './testing/open-store-cases.ts';

itSurvivesKills([30, 100, 200]);
