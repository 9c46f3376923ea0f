import { auditScreens } from './audit.ts';
import { contentScreens } from './content.ts';
import { editToolScreens } from './edit-tool.ts';
import { homeScreens } from './home.ts';
import { homeNeedScreens } from './home-need.ts';
import { identityScreens } from './identity.ts';
import { manageOrdersScreens } from './manage-orders.ts';
import { manageToolsScreens } from './manage-tools.ts';
import { orderListScreens } from './order-list.ts';
import { orderPadScreens } from './order-pad.ts';
import { orderScreens } from './orders.ts';
import { paletteScreens } from './palette.ts';
import { paperScreens } from './papers.ts';
import { paymentScreens } from './payment.ts';
import { peopleScreens } from './people.ts';
import { promiseScreens } from './promises.ts';
import { purchaseScreens } from './purchase.ts';
import { purchasePageScreens } from './purchase-page.ts';
import { reviewScreens } from './reviews.ts';
import { savedListScreens } from './saved-lists.ts';
import type { Screen } from './screen.ts';
import { shortfallScreens } from './shortfall.ts';
import { toolScreens } from './tools.ts';

/** Every screen of the shop in every state, each described once: for the pictures and for the tests. */
export const SCREENS: readonly Screen[] = [
  ...homeScreens,
  ...homeNeedScreens,
  ...identityScreens,
  ...purchaseScreens,
  ...shortfallScreens,
  ...orderListScreens,
  ...paletteScreens,
  ...orderPadScreens,
  ...peopleScreens,
  ...orderScreens,
  ...purchasePageScreens,
  ...savedListScreens,
  ...paperScreens,
  ...paymentScreens,
  ...promiseScreens,
  ...reviewScreens,
  ...manageOrdersScreens,
  ...toolScreens,
  ...manageToolsScreens,
  ...editToolScreens,
  ...auditScreens,
  ...contentScreens,
];
