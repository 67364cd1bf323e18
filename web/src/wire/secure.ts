/** The secure address of the service. */

import { ask } from "./api";
import type { SecureAnswer } from "./protocol";

export const fetchSecure = (): Promise<SecureAnswer> => ask<SecureAnswer>("/api/secure");
/** The certificate of the authority, to be installed once per tablet. */
export const CERTIFICATE = "/api/companion-ca.crt";
