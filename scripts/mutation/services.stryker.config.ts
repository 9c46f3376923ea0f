import { strykerFor } from './stryker.ts';

export default strykerFor('services');
