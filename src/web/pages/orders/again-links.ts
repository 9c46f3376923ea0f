import orderAgain from '../../styles/order-again.css?url';
import orderList from '../../styles/order-list.css?url';

/** The styles of lines with a quantity, and of what is ordered again. */
export const againLinks = () => [orderList, orderAgain].map((href) => ({ rel: 'stylesheet', href }));
