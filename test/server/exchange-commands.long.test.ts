import {
  describeAsking,
  describePull,
  describePush,
  describeRefusedPublish,
  startAskedServer,
} from './exchange-cases.ts';

startAskedServer();
describePull({ isWhole: true });
describePush({ isWhole: true });
describeRefusedPublish({ isWhole: true });
describeAsking({ isWhole: true });
