"""log Phi(z) and its derivative phi(z) / Phi(z), to 20 digits.

python3 log_normal_cdf.py > log_normal_cdf.csv        (needs mpmath)
"""
from mpmath import mp, mpf, log, erfc, nstr, npdf, sqrt

mp.dps = 60

print("z,log_cdf,hazard")
# LogProbabilityAbove changes its formula at -30.
for text in ["-10000", "-300", "-50", "-38", "-31", "-30.0009765625", "-30", "-29.9990234375", "-29", "-15", "-8", "-3",
             "-1", "0", "1", "3", "8"]:
    z = mpf(text)
    cdf = erfc(-z / sqrt(mpf(2))) / 2
    print(f"{text},{nstr(log(cdf), 20)},{nstr(npdf(z) / cdf, 20)}")
