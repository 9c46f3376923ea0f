const TRACKING =
  /^(?:utm_\w+|gclid|gbraid|wbraid|gad_\w+|dclid|srsltid|_gl|fbclid|msclkid|twclid|ttclid|li_fat_id|igshid|yclid|mc_[ce]id)$/;

export const isTracking = (parameter: string): boolean => TRACKING.test(parameter);
