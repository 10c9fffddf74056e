"""log h(z), h(z) = phi(z) + z Phi(z), and its derivative Phi(z) / h(z), to 20 digits.

python3 log_expected_improvement.py > log_expected_improvement.csv        (needs mpmath)
"""
from mpmath import mp, mpf, log, exp, sqrt, pi, erfc, nstr

mp.dps = 400  # h(-1e5) is a difference of numbers that agree to ten digits and more

print("z,log_h,cdf_over_h")
for text in ["-100000", "-1000", "-300", "-100", "-50", "-38.5", "-37", "-30", "-20", "-10", "-7", "-5", "-4", "-3.0001",
             "-3", "-2.9999", "-2.5", "-2", "-1.5", "-1.0001", "-1", "-0.9999", "-0.5", "-0.1", "0", "0.1", "0.5", "1",
             "2", "5", "10", "38", "100"]:
    z = mpf(text)
    # erfc(1e5) is about 10^-2e9, which mpmath's exponents hold.
    density = exp(-z * z / 2) / sqrt(2 * pi)
    cdf = erfc(-z / sqrt(mpf(2))) / 2
    h = density + z * cdf
    print(f"{text},{nstr(log(h), 20)},{nstr(cdf / h, 20)}")
