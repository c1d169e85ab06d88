import {
  describePull,
  describePush,
  describeQueries,
  describeRefusedPublish,
  startExchangeServer,
} from './exchange-cases.ts';

startExchangeServer();
describePull({ isWhole: true });
describePush({ isWhole: true });
describeRefusedPublish({ isWhole: true });
describeQueries({ isWhole: true });
